// A client with a small receive window that sends requests, waits, and then reads slowly or never.
import { spawn } from 'node:child_process'
import { once } from 'node:events'

const SCRIPT = `
import socket, sys, time
port, path, key, wait_s, times = int(sys.argv[1]), sys.argv[2], sys.argv[3], float(sys.argv[4]), int(sys.argv[5])
s = socket.socket(); s.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
s.connect(('127.0.0.1', port))
last = 'Connection: close\\r\\n' if times == 1 else ''
s.sendall(f'GET {path} HTTP/1.1\\r\\nHost: x\\r\\nx-api-key: {key}\\r\\n{last}\\r\\n'.encode() * times)
print('asked', flush=True)
time.sleep(wait_s)
total = b''
s.settimeout(20)
try:
    while True:
        data = s.recv(16384)
        if not data: break
        total += data
        time.sleep(0.002)
except OSError as e:
    print('error', e, flush=True)
print('body', len(total.partition(b'\\r\\n\\r\\n')[2]), flush=True)
`

export interface SlowReader {
  /** The number of bytes after the first response head. */
  readonly received: Promise<number>
  stop(): void
}

/** `times`: how many requests it sends, all at once. */
export async function startSlowReader(
  address: string,
  path: string,
  key: string,
  waitS: number,
  times = 1,
): Promise<SlowReader> {
  const { port } = new URL(address)
  const child = spawn('python3', ['-c', SCRIPT, port, path, key, String(waitS), String(times)])
  let output = ''
  child.stdout.on('data', chunk => (output += String(chunk)))
  const closed = once(child, 'close')
  await once(child.stdout, 'data')
  return {
    received: closed.then(() => Number(/body (\d+)/.exec(output)?.[1])),
    stop: () => void child.kill(),
  }
}
