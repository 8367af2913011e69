// Goes from the system's theme to light, to dark, and back.
import { useState } from 'preact/hooks'
import { readTheme, setTheme, type Theme, THEMES } from '../../model/theme.ts'
import { Button } from '../control/button.tsx'

const ICONS: Record<Theme, string> = {
  system: 'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16z',
  light:
    'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.4 1.4M17.6 17.6L19 19M5 19l1.4-1.4M17.6 6.4L19 5',
  dark: 'M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5z',
}

export function ThemeButton() {
  const [theme, setShown] = useState(readTheme)
  const next = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'system'
  return (
    <Button
      look="theme"
      aria-label={`Theme: ${theme}. Change to ${next}`}
      title={`Theme: ${theme}`}
      onClick={() => {
        setTheme(next)
        setShown(next)
      }}
    >
      <svg viewBox="0 0 24 24" width="18" height="18" aria-hidden="true">
        <path d={ICONS[theme]} />
        {theme === 'system' && <path class="half" d="M12 4a8 8 0 0 1 0 16z" />}
      </svg>
    </Button>
  )
}
