// The guide, the alert rules and the dashboard use only metrics that exist, and the guide describes all of them.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { parse } from 'yaml'
import { readFileSync } from 'node:fs'
import { checkMonitoring } from '../../scripts/check-monitoring.ts'
import { startTestWares, type TestWares } from '../start-wares.ts'

let wares: TestWares
let metrics = ''

beforeAll(async () => {
  wares = await startTestWares()
  await wares.call('/api/v1/scraper/sneakerhub/prices', { query: { id: '1044287' } })
  await wares.call('/api/v1/scraper/sneakerhub/prices', { query: { id: '1044287~down' } })
  metrics = (await wares.call('/metrics')).bytes.toString()
})
afterAll(() => wares.stop())

it('finds every metric described, and every name known', () => {
  expect(metrics).toContain('wares_circuit_open{site="sneakerhub"}')
  expect(checkMonitoring(metrics)).toEqual([])
})

it('notices a metric that is gone, renamed or new', () => {
  expect(checkMonitoring(metrics.replaceAll('wares_canary_ok', 'wares_canary'))).toEqual(
    expect.arrayContaining([
      'docs/monitoring.md does not describe wares_canary',
      'deploy/monitoring/alerts.yaml uses wares_canary_ok, which /metrics does not have',
      'deploy/monitoring/grafana.json uses wares_canary_ok, which /metrics does not have',
    ]),
  )
  expect(checkMonitoring(metrics.replaceAll('outcome=', 'result='))).toContain(
    'deploy/monitoring/alerts.yaml uses the label outcome of wares_runs_total, which it does not have',
  )
})

it('has rules that Prometheus can load', () => {
  const { groups } = parse(readFileSync('deploy/monitoring/alerts.yaml', 'utf8')) as {
    groups: { rules: { alert: string; expr: string; annotations: { summary: string } }[] }[]
  }
  const rules = groups.flatMap(group => group.rules)
  expect(new Set(rules.map(rule => rule.alert)).size).toBe(rules.length)
  for (const rule of rules) expect(rule.annotations.summary).toMatch(/\w/)
})
