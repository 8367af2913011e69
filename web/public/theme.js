// Applies the chosen theme before the first paint; a script of the pages would come after it.
try {
  const theme = localStorage.getItem('wares-theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // Without storage the system decides.
}
