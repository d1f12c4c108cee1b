export { type ClockSetting, type ClockState, clockState, durationOf, setClock } from './clock-setting.ts'
export { clockOperations } from './operations.ts'
