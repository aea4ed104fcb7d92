// Lets a tile be dragged onto another with a finger, a pen or the mouse. With the keyboard, arrow keys do the same.
import type { PointerEvent } from 'react'

/** Returns the nearest element on which a tile can be dropped; its attribute data-place has the place's name. */
const placeOf = (element: Element | null | undefined) => element?.closest<HTMLElement>('[data-place]') ?? undefined

/** Returns the event handlers of the handle by which a tile is dragged. `onDrop` gets the name of the place on which the tile was dropped. */
export function useDrag(onDrop: (on: string) => void) {
  function begin(event: PointerEvent<HTMLElement>) {
    const tile = placeOf(event.currentTarget)
    if (!tile || event.button !== 0) return
    const { currentTarget: handle, pointerId, clientX, clientY } = event
    event.preventDefault()
    handle.setPointerCapture(pointerId)
    tile.dataset['dragged'] = ''
    const move = (to: globalThis.PointerEvent) => {
      tile.style.translate = `${to.clientX - clientX}px ${to.clientY - clientY}px`
    }
    const end = (to: globalThis.PointerEvent) => {
      handle.removeEventListener('pointermove', move)
      handle.removeEventListener('pointerup', end)
      handle.removeEventListener('pointercancel', end)
      tile.style.translate = ''
      delete tile.dataset['dragged']
      const under = document.elementsFromPoint(to.clientX, to.clientY).map(placeOf)
      const on = under.find((other) => other && other !== tile)?.dataset['place']
      if (to.type === 'pointerup' && on) onDrop(on)
    }
    handle.addEventListener('pointermove', move)
    handle.addEventListener('pointerup', end)
    handle.addEventListener('pointercancel', end)
  }
  return { onPointerDown: begin }
}
