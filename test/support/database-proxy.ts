// A proxy to a database that a test cuts off and mends.
import { connect, type Socket } from 'node:net'
import { startTcpServer } from './servers.ts'

export interface DatabaseProxy {
  /** Of the database, through the proxy. */
  readonly url: string
  /** Closes every connection, and refuses new ones. */
  cut(): void
  mend(): void
}

export async function startDatabaseProxy(target: string): Promise<DatabaseProxy> {
  const url = new URL(target)
  const [host, databasePort] = [url.hostname, Number(url.port || 5432)]
  const open = new Set<Socket>()
  let isCut = false
  const { port } = await startTcpServer(client => {
    if (isCut) {
      client.destroy()
      return
    }
    const database = connect(databasePort, host)
    for (const socket of [client, database]) {
      open.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        open.delete(socket)
        client.destroy()
        database.destroy()
      })
    }
    client.pipe(database).pipe(client)
  })
  url.hostname = '127.0.0.1'
  url.port = String(port)
  return {
    url: url.href,
    cut() {
      isCut = true
      for (const socket of open) socket.destroy()
    },
    mend() {
      isCut = false
    },
  }
}
