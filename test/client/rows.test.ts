// rows() of both clients: the same table of examples, in TypeScript and in Python.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { rows } from '../../client/src/rows.ts'

interface Example {
  readonly name: string
  readonly data: unknown
  readonly rows: unknown[]
}

const file = fileURLToPath(new URL('rows.json', import.meta.url))
const examples = JSON.parse(readFileSync(file, 'utf8')) as Example[]

it.each(examples)('TypeScript, $name', example => {
  expect(rows(example.data)).toEqual(example.rows)
})

it('Python, all of them', () => {
  const program =
    'import json, sys; from wares import rows; print(json.dumps([rows(one["data"]) for one in json.load(open(sys.argv[1]))]))'
  const { stdout, stderr } = spawnSync('/usr/bin/python3', ['-c', program, file], {
    encoding: 'utf8',
    env: { PYTHONPATH: fileURLToPath(new URL('../../clients/python/src', import.meta.url)) },
  })
  expect(stderr).toBe('')
  expect(JSON.parse(stdout)).toEqual(examples.map(one => one.rows))
})
