// Opens the upstream for the suite and checks every failure: the right code, in time, no leaked socket or timer.
import { expect } from 'vitest'
import type { SiteConfig } from '../../src/settings/site-config.ts'
import { createEvents } from '../../src/runtime/events.ts'
import { Fault, type FaultCode } from '#kit/fault'
import type { UpstreamRequest, UpstreamResponse } from '../../src/fetch/layer.ts'
import { createUpstream, type Upstream, type UpstreamOptions } from '../../src/fetch/index.ts'
import type { FaultyShop } from './faulty-shop.ts'

export const SITE = 'watchmarket'

const defaultSiteConfig: SiteConfig = {
  enabled: true,
  origins: {},
  settings: {},
  sandboxed: false,
  requestsPerSecond: 1_000,
  concurrency: 100,
  timeoutMs: 3_000,
  breaker: { failures: 5, openMs: 300 },
  render: 'none',
  proxy: undefined,
}

export function siteConfig(origin: string, changes: Partial<SiteConfig> = {}): SiteConfig {
  return { ...defaultSiteConfig, origins: { main: origin }, ...changes }
}

type TestUpstreamOptions = Partial<Omit<UpstreamOptions, 'config'>> & {
  readonly maxPageBytes?: number
  readonly chromium?: string
}

export function createTestUpstream(
  sites: Record<string, SiteConfig>,
  options: TestUpstreamOptions = {},
): Upstream {
  const { maxPageBytes = 2 * 1024 * 1024, chromium, ...rest } = options
  return createUpstream({
    config: { sites, userAgent: 'Wares/0.2 (test)', maxPageBytes, chromium },
    events: createEvents(),
    ...rest,
  })
}

export interface RequestOptions {
  readonly deadlineMs?: number
  readonly site?: string
  readonly accept?: 'html' | 'json'
  readonly caller?: string
  readonly signal?: AbortSignal
  readonly method?: 'GET' | 'POST'
}

export function requestFor(url: string, asked: RequestOptions = {}): UpstreamRequest {
  return {
    site: asked.site ?? SITE,
    url: new URL(url),
    method: asked.method ?? 'GET',
    headers: {},
    accept: asked.accept ?? 'html',
    purpose: 'page',
    signal: asked.signal ?? new AbortController().signal,
    deadlineMs: performance.now() + (asked.deadlineMs ?? 5_000),
    caller: asked.caller ?? 'somebody',
    onTiming: () => {},
  }
}

export interface ExpectedFault {
  readonly code: FaultCode
  /** Bounds that a busy machine meets; immediate failures are still well below the deadline of 5 s. */
  readonly withinMs?: number
  /** Consecutive failures that the breaker has counted afterwards. */
  readonly failures?: number
}

export async function faultOf(promise: Promise<UpstreamResponse>): Promise<Fault> {
  const error = await promise.then(
    response => new Error(`answered ${response.status} with ${response.body.length} bytes`),
    (reason: unknown) => reason,
  )
  if (!(error instanceof Fault)) throw error
  return error
}

/** Expects one request to end in this fault, in time, counted by the breaker, without leaking a socket or timer. */
export async function expectFault(
  upstream: Upstream,
  shop: Pick<FaultyShop, 'connections'>,
  request: UpstreamRequest,
  expected: ExpectedFault,
): Promise<Fault> {
  const timersBefore = countActiveTimers()
  const startedAt = performance.now()
  const fault = await faultOf(upstream.send(request))
  const tookMs = performance.now() - startedAt
  expect(fault.code, fault.message).toBe(expected.code)
  expect(tookMs).toBeLessThan(expected.withinMs ?? 4_500)
  expect(upstream.status()[request.site]).toMatchObject({
    failures: expected.failures ?? 0,
    running: 0,
    waiting: 0,
  })
  await expectNoLeaks(upstream, shop, timersBefore)
  return fault
}

export async function expectNoLeaks(
  upstream: Upstream,
  shop: Pick<FaultyShop, 'connections'>,
  timersBefore: number,
): Promise<void> {
  await upstream.close()
  await expect.poll(() => shop.connections(), { interval: 10 }).toBe(0)
  expect(countActiveTimers()).toBeLessThanOrEqual(timersBefore)
}

/** Timers that would keep the process alive. */
export function countActiveTimers(): number {
  return process.getActiveResourcesInfo().filter(name => name === 'Timeout').length
}
