// What fixtures hold until the file of tests has ended: release-after-file.ts calls `releaseAll` then.

type Release = () => unknown

const held: Release[] = []

export function releaseLater(release: Release): void {
  held.push(release)
}

/** The last one first: a server before the folder that it was given. */
export async function releaseAll(): Promise<void> {
  for (let release = held.pop(); release; release = held.pop()) await release()
}
