// Buttons that stay pressed: what is chosen out of a few.

interface Props<Value> {
  /** Names the group for those who cannot see it. */
  readonly label: string
  readonly options: readonly (readonly [value: Value, text: string])[]
  readonly isPressed: (value: Value) => boolean
  readonly onPress: (value: Value) => void
}

export function Chips<Value extends string | number>({ label, options, isPressed, onPress }: Props<Value>) {
  return (
    <div class="buttons" role="group" aria-label={label}>
      {options.map(([value, text]) => (
        <button
          key={value}
          class="chip"
          type="button"
          aria-pressed={isPressed(value)}
          onClick={() => onPress(value)}
        >
          {text}
        </button>
      ))}
    </div>
  )
}
