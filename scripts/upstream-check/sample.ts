// What the upstream check needs to know of a site's recorded sample.

export interface Sample {
  /** For the report: the file, and which part of it. */
  readonly name: string
  readonly operation: string
  readonly params: Readonly<Record<string, unknown>>
  /** Bodies by URL, the main origin being `https://<site>.example`, with their removed envelope restored. */
  readonly responses: Readonly<Record<string, string>>
  /** Further origins and settings that the operator would configure. */
  readonly origins?: Readonly<Record<string, string>>
  readonly settings?: Readonly<Record<string, string>>
  /**
   * What a caller of the general operation asks for, if not the URL of `params`. Null for a sample that is about several
   * products, or that does not hold a product of its own.
   */
  readonly asked?: { readonly url?: string } | null
}

/** Reads a file of the site's folder. */
export type ReadSample = (file: string) => string
