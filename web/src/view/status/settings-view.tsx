// The settings in effect, and how keys are created. Keys are created on the server only: a leaked key must not make others.
import { useCallback, useState } from 'preact/hooks'
import type { EffectiveSettings, Shops } from '../../../../client/src/api.ts'
import { isList, isObject, type Json, type JsonObject } from '../../model/absent.ts'
import { apiWith, reply, type Reply } from '../../model/server-api.ts'
import { ProblemDetail } from '../errors/problem-view.tsx'
import { Code } from '../code/code.tsx'
import { CopyButton } from '../code/copy-button.tsx'
import { OwnShops } from './own-shops.tsx'
import { KeyNeeded } from '../shell/key-box.tsx'
import { DataTable } from '../control/data-table.tsx'
import { TextField, Tick } from '../control/fields.tsx'
import { useLoaded } from '../shell/server-info.ts'

export function SettingsView({ apiKey }: { apiKey: string }) {
  const [changes, setChanges] = useState(0)
  // Together, so that neither moves the other.
  const load = useCallback(() => {
    const { system, shops } = apiWith(apiKey)
    return Promise.all([reply(system.settings()), reply(shops.list())])
  }, [apiKey, changes])
  const { value: answers } = useLoaded(load)
  return (
    <>
      <section class="operation">
        <h1>Settings</h1>
        <p>
          Settings come from <code>wares.yaml</code> and <code>WARES_*</code> variables.{' '}
          <span class="hint">
            Also <code>npx wares config</code>. See <a href="/docs/guides/settings">settings</a>.
          </span>
        </p>
      </section>
      {answers ? (
        <>
          <Loaded answers={answers} accessKey={apiKey} onChanged={() => setChanges(last => last + 1)} />
          <Keys />
        </>
      ) : (
        <p class="hint">Loading…</p>
      )}
    </>
  )
}

interface LoadedProps {
  readonly answers: readonly [settings: Reply<EffectiveSettings>, shops: Reply<Shops>]
  readonly accessKey: string
  readonly onChanged: () => void
}

function Loaded({ answers: [answer, shops], accessKey, onChanged }: LoadedProps) {
  if ('value' in answer)
    return (
      <>
        {'value' in shops && <OwnShops list={shops.value} accessKey={accessKey} onChanged={onChanged} />}
        <SettingsTable settings={answer.value.settings} />
      </>
    )
  return (
    <section class="card problem" aria-label="Settings in effect">
      <h2>Settings in effect</h2>
      <ProblemDetail problem={answer.problem} />
      <KeyNeeded code={answer.problem.code} scopes="'*' shops" />
    </section>
  )
}

/** What nobody set. */
const USUAL: ReadonlySet<string> = new Set(['default', 'sandbox'])

function SettingsTable({ settings }: EffectiveSettings) {
  const [words, setWords] = useState('')
  const [isAll, setIsAll] = useState(false)
  const shown = settings.filter(
    ({ setting, from }) =>
      setting.includes(words.trim().toLowerCase()) && (isAll || words !== '' || !USUAL.has(from)),
  )
  return (
    <section class="card rows" aria-label="Settings in effect">
      <div class="bar">
        <h2>
          Settings in effect{' '}
          <small>
            {shown.length} of {settings.length}
          </small>
        </h2>
        <div class="buttons">
          <TextField label="Filter" type="search" placeholder="name" value={words} onChange={setWords} />
          <Tick label="Defaults and sandbox too" checked={isAll} onChange={setIsAll} />
        </div>
      </div>
      <DataTable label="Settings" class="stack" titles={['Setting', 'Value', 'From']}>
        {shown.map(({ setting, value, from }) => (
          <tr key={setting}>
            <th scope="row">
              <code>{setting}</code>
            </th>
            <td>
              <SettingValue value={value} />
            </td>
            <td class="hint" data-label="from">
              {from}
            </td>
          </tr>
        ))}
      </DataTable>
      {shown.length === 0 && (
        <p class="empty">Nothing is set. “Defaults and sandbox too” shows what applies instead.</p>
      )}
    </section>
  )
}

/** A list as a line for each entry, an object as its names and values. */
function SettingValue({ value }: { value: string | null }) {
  const parts = partsOf(value)
  if (parts.length < 2) return <>{parts[0] ?? '–'}</>
  return (
    <ul class="wrapped">
      {parts.map(part => (
        <li key={part}>{part}</li>
      ))}
    </ul>
  )
}

function partsOf(value: string | null): readonly string[] {
  if (value === null) return []
  try {
    const data = JSON.parse(value) as Json
    if (isList(data)) return data.map(partText)
    return isObject(data) ? namedParts(data) : [value]
  } catch {
    // A plain text, such as the address `[::1]`.
    return [value]
  }
}

function namedParts(data: JsonObject): string[] {
  return Object.entries(data).map(([name, part]) => `${name}: ${partText(part)}`)
}

function partText(value: Json | undefined): string {
  if (isList(value)) return value.map(partText).join(', ')
  return isObject(value) ? namedParts(value).join(', ') : String(value)
}

/** What a key may do, in words, and the arguments that say so. */
const SCOPES: readonly (readonly [may: string, scopes: string])[] = [
  ['Call every operation', ''],
  ['Call every operation, and keep watches of its own', "--scope '*' watches"],
  ['Read products, search, offers and catalogs of any shop', '--scope general'],
  ['Read one built-in shop', '--scope SHOP'],
  ['See and change the watches of every key', "--scope '*' watches watches:all"],
  ['Add shops, correct values, see these settings', "--scope '*' shops"],
  ['Open the records of requests', "--scope '*' evidence"],
  ['See the usage of every key', "--scope '*' usage:all"],
]

function Keys() {
  return (
    <section class="card rows key-commands" aria-label="Keys">
      <h2>Keys</h2>
      <p class="hint">
        Run one of these where the server runs. The key is printed once. <code>npx wares keys list</code>{' '}
        shows all keys, <code>npx wares keys revoke ID</code> ends one; <code>--rate</code>,{' '}
        <code>--quota</code> and <code>--expires</code> limit one. See{' '}
        <a href="/docs/guides/authentication">authentication</a>.
      </p>
      <DataTable label="Commands that create keys" class="stack" titles={['The key may', 'Command']}>
        {SCOPES.map(([may, scopes]) => {
          const command = `npx wares keys create --name NAME ${scopes}`.trim()
          return (
            <tr key={may}>
              <th scope="row">{may}</th>
              <td class="whole">
                <span class="line">
                  <Code text={command} language="sh" />
                  <CopyButton text={command} />
                </span>
              </td>
            </tr>
          )
        })}
      </DataTable>
    </section>
  )
}
