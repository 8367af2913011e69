// Calls as code, in the language that is chosen.
import { useState } from 'preact/hooks'
import type { CallRoute } from '../../model/call-route.ts'
import { type Language, operationSample } from '../../model/code-samples.ts'
import type { Freshness } from '../../model/make-call.ts'
import { CodeTabs } from './code-tabs.tsx'

interface Props {
  readonly label: string
  readonly calls: readonly CallRoute[]
  readonly freshness?: Freshness
}

export function CodePanel({ label, calls, freshness }: Props) {
  const [language, setLanguage] = useState<Language>('curl')
  return (
    <CodeTabs
      label={label}
      language={language}
      onLanguage={setLanguage}
      text={operationSample(language, location.origin, calls, freshness)}
    />
  )
}
