// The log: writes events with request ids and without secrets.
import pino, { type Logger } from 'pino'
import type { Events } from '../runtime/events.ts'
import { faultTable } from '#kit/fault'

export type { Logger }

export function createLog(level: string): Logger {
  // Logs to stderr; stdout is for the output of commands.
  return pino({ level, base: null }, pino.destination({ fd: 2, sync: false }))
}

export function logEvents(log: Logger, events: Events): void {
  events.on('answered', answered => {
    const { fault, ...call } = answered
    if (!fault) return log.debug(call, answered.outcome === 'ok' ? 'answered' : 'left')
    const { whose } = faultTable[fault.code]
    const line = { ...call, fault: fault.code, field: fault.field, detail: fault.message }
    if (whose === 'caller') log.debug(line, 'refused')
    else if (fault.status === 500) log.error({ ...line, cause: causeOf(fault) }, 'failed')
    else log.warn({ ...line, cause: causeOf(fault) }, 'failed')
  })
  events.on('hits', hits => log.debug(hits, 'answered from the cache'))
  events.on('circuit', change => log.warn(change, 'circuit'))
  events.on('attempt', attempt => log.debug(attempt, 'attempt'))
  events.on('broken', error => log.error({ cause: causeOf({ cause: error }) }, 'broken'))
}

function causeOf({ cause }: { cause?: unknown }): string | undefined {
  if (cause === undefined) return undefined
  return cause instanceof Error ? (cause.stack ?? cause.message) : JSON.stringify(cause)
}
