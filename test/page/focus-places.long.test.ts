import { focusPlaces } from './focus-places.ts'

// a phone: little of where the focus goes depends on the width
focusPlaces(390)
