// The call of the example in the reader's language, ready to copy.
import { type ClientLanguage, clientLanguages, clientSample } from '../model/client-samples.ts'
import { endpointSample } from '../model/endpoint-samples.ts'
import type { Params } from '../model/operations.ts'
import type { ReferenceEntry } from '../model/reference.ts'
import { CodeTabs } from '../view/code/code-tabs.tsx'

interface Props {
  readonly entry: ReferenceEntry
  readonly language: ClientLanguage
  readonly onLanguage: (language: ClientLanguage) => void
  readonly params: Params
}

/** The call in one language; the key is read from WARES_KEY. */
export function sampleOf(entry: ReferenceEntry, language: ClientLanguage, params: Params): string {
  const { call } = entry
  return call
    ? clientSample(language, location.origin, [{ operation: call, params }])
    : endpointSample(language, location.origin, entry)
}

export function SamplePanel({ entry, language, onLanguage, params }: Props) {
  return (
    <CodeTabs
      label="Request"
      languages={clientLanguages}
      language={language}
      onLanguage={onLanguage}
      text={sampleOf(entry, language, params)}
    >
      {language !== 'curl' && (
        <p class="hint code-note">
          With the{' '}
          <a href={`/docs/guides/${language === 'Python' ? 'python' : 'typescript'}-client`}>
            {language} client
          </a>
        </p>
      )}
    </CodeTabs>
  )
}
