// Setup of every file of tests. Vitest runs the hook that comes first last, so after those of the tests.
import { afterAll } from 'vitest'
import { releaseAll } from './release.ts'

afterAll(releaseAll)
