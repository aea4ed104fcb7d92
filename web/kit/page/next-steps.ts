// The card below a list of few rows with what can be done on the open screen. The shell, which contains the help, registers here the component that draws it.
import { type ComponentType, createElement } from 'react'

let view: ComponentType | undefined

export const showNextStepsBy = (how: ComponentType): void => {
  view = how
}
export const NextSteps = () => view && createElement(view)
