// `import { startWares } from 'wares'`: the whole service inside another program.
export { type RunningServer, startWares } from './main.ts'
