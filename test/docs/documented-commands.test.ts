// Runs every command of the documents, in order, and checks that it does what the document says.
import { mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../support/servers.ts'
import { commandPartsOf, type Step, stepsOf } from './documented-commands.ts'
import { type Document, documents } from './documents.ts'
import {
  type DocsEnvironment,
  createDocsEnvironment,
  type Workspace,
  HTTP_STATUS_PREFIX,
} from './docs-environment.ts'
import { skippedCommands } from './skipped-commands.ts'
import { openShell, type CommandResult, type Shell } from './shell.ts'

/** How many documents run at the same time. */
const CONCURRENCY = 3

const work = documents
  .map(document => ({ document, steps: stepsOf(document) }))
  .filter(({ steps }) => steps.length > 0)
const results = new Map<Step, Promise<CommandResult>>()
let environment: DocsEnvironment
let allDone: Promise<unknown>

beforeAll(async () => {
  environment = await createDocsEnvironment()
  const jobs = work.map(({ document, steps }) => {
    const outcomes = steps.map(step => [step, Promise.withResolvers<CommandResult>()] as const)
    for (const [step, { promise }] of outcomes) {
      promise.catch(() => {})
      results.set(step, promise)
    }
    const run = async () => {
      const shell = openDocument(document)
      try {
        for (const [step, { resolve, reject }] of outcomes) await runStep(shell, step).then(resolve, reject)
      } finally {
        await shell.close()
      }
    }
    return { run, isAlone: steps.some(({ command }) => ALONE.test(command)) }
  })
  const waiting = jobs.filter(({ isAlone }) => !isAlone)
  const hand = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) await next.run()
  }
  const alone = async (): Promise<void> => {
    for (const { run, isAlone } of jobs) if (isAlone) await run()
  }
  allDone = Promise.all(Array.from({ length: CONCURRENCY }, hand)).then(alone)
}, 240_000)

afterAll(async () => {
  await allDone
  await environment.clear()
}, 240_000)

/** Commands that change the shared sandbox: such a document runs last, and alone. */
const ALONE = /-\/redesigns/

type OpenDocument = Shell & Workspace
/** Commands that write into the sources. */
const WRITES_SOURCES = /npm run (?:format|new:site|new:platform|new:case|docs)|npm pack/
/** Commands about what the server writes after its answers. */
const READS_LATE = /wares (?:replay --list|explain|shops sneakerhub)/

function openDocument(document: Document): OpenDocument {
  const place = environment.createWorkspace(document)
  return { ...place, ...openShell(place.folder, place.logFolder, place.env) }
}

async function runStep(shell: OpenDocument, step: Step): Promise<CommandResult> {
  if (environment.missing(step.needs).length > 0) return { code: 0, stdout: '', stderr: '' }
  for (const { name, text } of step.files)
    writeFileSync(join(shell.folder, name), environment.rewriteAddresses(text))
  const command = environment.rewriteAddresses(step.command)
  if (WRITES_SOURCES.test(command)) shell.copySources()
  if (READS_LATE.test(command)) return runUntilWritten(shell, command, step.exitCode)
  if (!step.ready) return shell.run(command)
  // A second server must not collide with the first; a worker uses the existing sandbox.
  const isServer = /start/.test(command)
  const settings = {
    WARES_PORT: String(await freePort()),
    WARES_SANDBOX_PORT: String(await freePort()),
    WARES_DATA: mkdtempSync(join(shell.logFolder, 'data-')),
  }
  return shell.start(command, step.ready, isServer ? settings : {})
}

/** A recording, or an alarm, is written after the answers were sent: on a crowded machine, seconds later. */
async function runUntilWritten(
  shell: OpenDocument,
  command: string,
  exitCode: number,
): Promise<CommandResult> {
  for (let tries = 1; ; tries++) {
    const result = await shell.run(command)
    if (result.code === exitCode || tries === 60) return result
    await sleep(500)
  }
}

describe.each(work.map(({ document, steps }) => ({ path: document.path, steps })))('$path', ({ steps }) => {
  let output = ''

  it.for(steps)('$name', { timeout: 600_000 }, async (step, { skip }) => {
    const lacking = environment.missing(step.needs)
    if (lacking.length > 0) {
      console.warn(`NO ${lacking.join(', ')} ON THIS MACHINE: its commands are not run.`)
      skip()
    }
    const ran = await results.get(step)
    if (!ran) throw new Error('it was not run')
    const { code, stdout, stderr } = ran
    const all = `${stdout}${stderr}`
    output += all
    expect(code, all).toBe(step.exitCode)
    const statuses = Array.from(
      stderr.matchAll(new RegExp(`${HTTP_STATUS_PREFIX}(\\d+)`, 'g')),
      ([, status]) => Number(status),
    )
    for (const status of statuses) {
      if (step.status === undefined) expect(Math.floor(status / 100), all).toBe(2)
      else expect(status, all).toBe(step.status)
    }
    if (step.shows.length === 0) return
    expect(
      missingLine(
        output,
        step.shows.map(line => environment.rewriteAddresses(line)),
      ),
      output,
    ).toBeUndefined()
    output = ''
  })
})

/** The first line that is missing in the output, in this order; numbers may differ, `…` matches anything. */
function missingLine(output: string, lines: readonly string[]): string | undefined {
  let rest = output.replaceAll('\r', '')
  for (const line of lines) {
    const pattern = line
      .trim()
      .replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
      .replaceAll(/\d+/g, String.raw`\d+`)
      .replaceAll('…', '.*')
    const found = new RegExp(`^ *${pattern}`, 'm').exec(rest)
    if (!found) return line
    rest = rest.slice(found.index + found[0].length)
  }
  return undefined
}

describe('skipped commands', () => {
  const parts = documents.flatMap(commandPartsOf)
  it.each(Object.keys(skippedCommands))('%s is in a document', command => {
    expect(parts).toContain(command)
  })
})
