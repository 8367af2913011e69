// Addresses and names of this machine.

/** A host name of a URL, without its port: `127.0.0.1`, `localhost`, `[::1]`. */
export function isLoopbackName(hostname: string): boolean {
  return /^(?:localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/i.test(hostname)
}

/** The address at the other end of a connection. */
export function isLoopbackAddress(address: string | undefined): boolean {
  return /^(?:::ffff:)?127\.|^::1$/.test(address ?? '')
}

/** `http://127.0.0.1:8080`; an IPv6 address stands in brackets. */
export function httpAddress(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}
