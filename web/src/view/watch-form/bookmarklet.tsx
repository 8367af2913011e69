// A bookmarklet that opens the watches page with the address of the page one is on.
export function Bookmarklet() {
  const target = JSON.stringify(`${location.origin}${location.pathname}#add=`)
  const script = `javascript:void window.open(${target}+encodeURIComponent(location.href))`
  return (
    <p class="hint bookmarklet">
      {/* React and Preact drop such addresses when they render; a bookmark is one. */}
      <a
        class="button"
        ref={link => link?.setAttribute('href', script)}
        onClick={event => event.preventDefault()}
        draggable
      >
        Watch this page
      </a>{' '}
      Drag this button to your bookmarks bar. On a product page, it opens Wares with the address filled in.
    </p>
  )
}
