// `wares sandbox`: the made-up shops alone.
import { Command } from 'commander'
import { readConfig } from '../config.ts'
import { startSandbox } from '../sandbox/start-sandbox.ts'
import { sites } from '../../sites/index.ts'

export function sandboxCommand(): Command {
  return new Command('sandbox')
    .option('--port <n>', 'port (WARES_SANDBOX_PORT)', Number)
    .option('--seed <n>', 'another seed gives another catalogue', Number, 1)
    .action(async (options: { port?: number; seed: number }) => {
      const { port, speed } = readConfig(sites).sandbox
      const sandbox = await startSandbox({
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
