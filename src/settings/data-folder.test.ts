// The default data folder, in a clone and for an installed Wares.
import { describe, expect, it } from 'vitest'
import { defaultDataFolder } from './data-folder.ts'

const installed = (platform: string) => ({ platform, home: '/home/ada', inClone: false })

describe('the default data folder', () => {
  it.each([
    ['linux', {}, { path: '/home/ada/.local/share/wares', from: 'default' }],
    ['linux', { XDG_DATA_HOME: '/srv/data' }, { path: '/srv/data/wares', from: 'XDG_DATA_HOME' }],
    ['linux', { XDG_DATA_HOME: '' }, { path: '/home/ada/.local/share/wares', from: 'default' }],
    ['linux', { XDG_DATA_HOME: 'relative' }, { path: '/home/ada/.local/share/wares', from: 'default' }],
    ['linux', { LOCALAPPDATA: '/other' }, { path: '/home/ada/.local/share/wares', from: 'default' }],
    ['darwin', {}, { path: '/home/ada/Library/Application Support/wares', from: 'default' }],
    ['darwin', { XDG_DATA_HOME: '/srv/data' }, { path: '/srv/data/wares', from: 'XDG_DATA_HOME' }],
    ['win32', { LOCALAPPDATA: '/local' }, { path: '/local/wares', from: 'LOCALAPPDATA' }],
    ['win32', { XDG_DATA_HOME: '/srv/data' }, { path: '/home/ada/AppData/Local/wares', from: 'default' }],
  ])('of an installed Wares on %s with %o', (platform, env, expected) => {
    expect(defaultDataFolder(env, installed(platform))).toEqual(expected)
  })

  it('of a clone is `data` in the working directory on any system', () => {
    const inClone = { ...installed('linux'), inClone: true }
    expect(defaultDataFolder({ XDG_DATA_HOME: '/srv/data' }, inClone)).toEqual({
      path: 'data',
      from: 'default',
    })
  })
})
