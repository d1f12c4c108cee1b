import { focusPlaces } from './focus-places.ts'

focusPlaces(1280)
