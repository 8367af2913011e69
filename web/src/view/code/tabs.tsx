// Tabs by the pattern of the ARIA guide: arrows move between them, one of them is in the order of Tab.

interface Props<Name extends string> {
  readonly label: string
  readonly names: readonly Name[]
  readonly current: Name
  readonly onPick: (name: Name) => void
  readonly panel: string
}

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 }

export function Tabs<Name extends string>({ label, names, current, onPick, panel }: Props<Name>) {
  const move = (event: KeyboardEvent) => {
    const step = STEPS[event.key]
    if (step === undefined) return
    event.preventDefault()
    const next = names[(names.indexOf(current) + step + names.length) % names.length]
    if (next === undefined) return
    onPick(next)
    const list = (event.currentTarget as HTMLElement).querySelectorAll<HTMLElement>('[role=tab]')
    list[names.indexOf(next)]?.focus()
  }
  return (
    <div class="tabs" role="tablist" aria-label={label} onKeyDown={move}>
      {names.map(name => (
        <button
          key={name}
          type="button"
          role="tab"
          aria-selected={name === current}
          aria-controls={panel}
          tabIndex={name === current ? 0 : -1}
          onClick={() => onPick(name)}
        >
          {name}
        </button>
      ))}
    </div>
  )
}
