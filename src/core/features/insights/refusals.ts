import { refusals } from '../../base/errors.ts'

export const insightsRefusals = refusals({
  insightsDatesReversed: [400, 'endDate must be the same as or after startDate'],
  insightsHourly: [403, 'Hourly data is not available with your current license'],
  insightsTooOld: [403, 'The selected date range exceeds the maximum history allowed by your license'],
})
