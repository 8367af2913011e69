// The answer cache of one process and the one shared through Redis pass the same suite.
import { describe, expect, vi } from 'vitest'
import { createSharedCache } from '../../src/answer/cache/shared-cache.ts'
import { openRedis } from '../../src/store/redis/redis.ts'
import { createSharedAnswers } from '../../src/store/redis/redis-answers.ts'
import { redisServer, createTestRedis } from '../services.ts'
import { cacheConformance } from './cache-conformance.ts'

describe('answers in one process', () => {
  cacheConformance(async () => ({ replicas: [undefined], close: async () => {} }))
})

describe.skipIf(redisServer === undefined)('answers of two replicas with a Redis', () => {
  cacheConformance(async ({ config }) => {
    const server = await createTestRedis()
    const links = await Promise.all([1, 2].map(() => openRedis({ ...server, timeoutMs: 5_000 })))
    const replicas = links.map(link => createSharedCache(createSharedAnswers(link), config))
    await vi.waitFor(() => expect(links.every(link => link.listening())).toBe(true))
    return {
      replicas,
      async close() {
        await Promise.all(links.map(link => link.close()))
        await server.drop()
      },
    }
  })
})
