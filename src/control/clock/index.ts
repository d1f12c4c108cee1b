export { type ClockSetting, type ClockState, clockState, setClock } from './clock-setting.ts'
export { clockOperations } from './operations.ts'
