// The call of the example in the reader's language, ready to copy.
import { type ClientLanguage, clientLanguages, clientSample } from '../model/client-samples.ts'
import { endpointSample, hasClientMethod } from '../model/endpoint-samples.ts'
import type { ReferenceEntry } from '../model/reference.ts'
import { CodeTabs } from '../view/code-tabs.tsx'

interface Props {
  readonly entry: ReferenceEntry
  readonly language: ClientLanguage
  readonly onLanguage: (language: ClientLanguage) => void
}

export function SamplePanel({ entry, language, onLanguage }: Props) {
  const { call } = entry
  const text = call
    ? clientSample(language, location.origin, [{ operation: call, params: call.example }])
    : endpointSample(language, location.origin, entry)
  return (
    <CodeTabs
      label="Request"
      languages={clientLanguages}
      language={language}
      onLanguage={onLanguage}
      text={text}
    >
      {(call || hasClientMethod(entry)) && language !== 'curl' && (
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
