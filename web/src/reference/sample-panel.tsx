// The call of the example in the reader's language, ready to copy.
import { type ClientLanguage, clientLanguages, clientSample } from '../model/client-samples.ts'
import { endpointSample, hasClientMethod } from '../model/endpoint-samples.ts'
import type { ReferenceEntry } from '../model/reference.ts'
import { CopyButton } from '../view/copy-button.tsx'
import { Tabs } from '../view/tabs.tsx'
import { Code } from './code.tsx'

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
    <section class="card code" aria-label="Request">
      <div class="bar">
        <Tabs
          label="Language"
          names={clientLanguages}
          current={language}
          onPick={onLanguage}
          panel="sample-code"
        />
        <CopyButton text={text} />
      </div>
      <pre id="sample-code" role="tabpanel" aria-label={language} tabIndex={0}>
        <Code text={text} language={language === 'curl' ? 'sh' : language} />
      </pre>
      {(call || hasClientMethod(entry)) && language !== 'curl' && (
        <p class="hint code-note">
          With the{' '}
          <a href={`/docs/guides/${language === 'Python' ? 'python' : 'typescript'}-client`}>
            {language} client
          </a>
        </p>
      )}
    </section>
  )
}
