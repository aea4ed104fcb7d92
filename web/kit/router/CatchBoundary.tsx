// Shows something else in place of a part that crashed. React offers this to classes only.
import { Component, type ComponentType, type ReactNode } from 'react'

export type Fallback = ComponentType<{ error: unknown; reset: () => void }>

/** When `resetBy` changes, the part is tried again. */
type Props = { resetBy?: unknown; fallback: Fallback; children: ReactNode }
type State = { crash: { error: unknown } | undefined; resetBy: unknown }

export class CatchBoundary extends Component<Props, State> {
  override state: State = { crash: undefined, resetBy: this.props.resetBy }

  static getDerivedStateFromError = (error: unknown): Partial<State> => ({ crash: { error } })

  static getDerivedStateFromProps = ({ resetBy }: Props, state: State): State | null => (resetBy === state.resetBy ? null : { crash: undefined, resetBy })

  override render(): ReactNode {
    const { fallback: Fallback, children } = this.props
    const { crash } = this.state
    return crash ? <Fallback error={crash.error} reset={() => this.setState({ crash: undefined })} /> : children
  }
}
