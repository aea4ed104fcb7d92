// Three short sounds of the till, synthesised in the browser: sold, not found, refused. They differ in rhythm and length, not only in pitch.
export type Sound = 'sold' | 'missed' | 'refused'

/** The tones of each sound, in sequence: frequency in hertz, and duration in seconds. */
const tones: Record<Sound, readonly (readonly [number, number])[]> = {
  sold: [
    [880, 0.07],
    [1_320, 0.12],
  ],
  missed: [[330, 0.16]],
  refused: [
    [440, 0.11],
    [330, 0.11],
    [247, 0.2],
  ],
}
const LOUD = 0.12
/** How long each tone fades in and out, in seconds, to avoid clicks. */
const EDGE_S = 0.012

let context: AudioContext | undefined

export function play(sound: Sound): void {
  // Browsers allow sound only after the user has touched the page. Before that, and without support for sound, no sound is played.
  try {
    context ??= new AudioContext()
    void context.resume().catch(() => undefined)
    let at = context.currentTime
    for (const [hertz, length_s] of tones[sound]) {
      tone(context, hertz, at, length_s)
      at += length_s
    }
  } catch {
    context = undefined
  }
}

function tone(audio: AudioContext, hertz: number, at: number, length_s: number) {
  const [wave, loudness] = [audio.createOscillator(), audio.createGain()]
  wave.frequency.value = hertz
  wave.type = 'triangle'
  loudness.gain.setValueAtTime(0, at)
  loudness.gain.linearRampToValueAtTime(LOUD, at + EDGE_S)
  loudness.gain.setValueAtTime(LOUD, at + length_s - EDGE_S)
  loudness.gain.linearRampToValueAtTime(0, at + length_s)
  wave.connect(loudness).connect(audio.destination)
  wave.start(at)
  wave.stop(at + length_s)
}
