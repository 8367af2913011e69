// Opens the watches for a command, with or without a running server.
import { systemClock } from '../clock.ts'
import { readConfig } from '../config.ts'
import { createRegistry } from '../engine/registry.ts'
import { isOperatorError, operatorError } from '../operator-error.ts'
import { Fault } from '../kit/fault.ts'
import { openStore } from '../state/store.ts'
import { createWatches, type Watches } from '../watch/create-watches.ts'
import { sites } from '../../sites/index.ts'
import { openEngine } from './engine-in-process.ts'

export async function withWatches<T>(work: (watches: Watches) => Promise<T>): Promise<T> {
  const config = readConfig(sites)
  const store = await openStore(config)
  const registry = createRegistry(sites, config)
  const opened = await openEngine(config)
  try {
    const { engine } = opened
    return await work(
      createWatches({ config, database: store.database, engine, registry, clock: systemClock }),
    )
  } catch (error) {
    if (error instanceof Fault && !isOperatorError(error)) throw operatorError(messageOf(error), error)
    throw error
  } finally {
    await opened.close()
    await store.close()
  }
}

function messageOf({ code, message }: Fault): string {
  const text = message.charAt(0).toUpperCase() + message.slice(1)
  return code === 'not_found' ? `${text}; \`wares watch list\` shows them.` : `${text}.`
}
