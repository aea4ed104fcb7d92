// What can be done on the screen that is open, below a list of few rows. The shell has the help and says here how it is shown.
import { type ComponentType, createElement } from 'react'

let view: ComponentType | undefined

export const showNextStepsBy = (how: ComponentType): void => {
  view = how
}
export const NextSteps = () => view && createElement(view)
