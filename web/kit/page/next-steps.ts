// The card below a list of few rows that says what can be done on the screen. The shell contains the texts of help, so it registers here the component that
// draws the card.
import { type ComponentType, createElement } from 'react'

let view: ComponentType | undefined

export const showNextStepsBy = (how: ComponentType): void => {
  view = how
}
export const NextSteps = () => view && createElement(view)
