// Replicas that take turns by chance from a seed: which of them does its next step does not depend on how fast the machine is.
import type { Choices } from '../histories/seeded.ts'

interface Waiting {
  readonly name: number
  readonly go: () => void
}

export interface Turns {
  /** A replica that takes part until its work ends. */
  join<T>(work: (step: Step) => Promise<T>): Promise<T>
}

/** Does one step once it is the replica's turn; nobody else does a step meanwhile. */
export type Step = <T>(work: () => Promise<T>) => Promise<T>

export function createTurns({ between }: Pick<Choices, 'between'>): Turns {
  const waiting: Waiting[] = []
  let joined = 0
  let members = 0
  let isBusy = false

  /** When everybody waits, one of them goes on. */
  function next(): void {
    if (isBusy || waiting.length === 0 || waiting.length < members) return
    isBusy = true
    waiting.sort((a, b) => a.name - b.name)
    waiting.splice(between(0, waiting.length - 1), 1)[0]?.go()
  }

  return {
    async join(work) {
      const name = joined++
      members++
      const step: Step = async one => {
        await new Promise<void>(go => {
          waiting.push({ name, go })
          next()
        })
        try {
          return await one()
        } finally {
          isBusy = false
          // The one whose turn it was asks for the next before another is chosen.
          setImmediate(next)
        }
      }
      try {
        return await work(step)
      } finally {
        members--
        setImmediate(next)
      }
    },
  }
}
