// A sample with its owner's key written out, where it would be read from WARES_KEY.

export function writeKey(sample: string, key: string): string {
  return sample
    .replaceAll('process.env.WARES_KEY', JSON.stringify(key))
    .replaceAll('os.environ["WARES_KEY"]', JSON.stringify(key))
    .replaceAll('$WARES_KEY', key)
}
