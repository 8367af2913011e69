// Before the first test in a browser: the pages as they stand in the working tree.
export { buildWeb as setup } from './browser.ts'
