// `wares sandbox`: runs only the sandbox shops, and their redesigns.
import { Command } from 'commander'
import { readConfig } from '../../config.ts'
import { startSandbox } from '../../sandbox/start-sandbox.ts'
import { sites } from '../../../sites/index.ts'
import { redesignCommand } from './redesign.ts'

export function sandboxCommand(): Command {
  return new Command('sandbox')
    .option('--port <n>', 'port (WARES_SANDBOX_PORT)', Number)
    .option('--seed <n>', 'seed of the made-up catalog', Number, 1)
    .addCommand(redesignCommand())
    .action(async (options: { port?: number; seed: number }) => {
      const { host, port, speed } = readConfig(sites).sandbox
      const sandbox = await startSandbox({
        host,
        port: options.port ?? port,
        speed,
        seed: options.seed,
      })
      console.log(`The sandbox shops are at ${sandbox.origin}/`)
      for (const signal of ['SIGINT', 'SIGTERM'] as const) {
        process.on(signal, () => void sandbox.stop().then(() => process.exit(0)))
      }
    })
}
