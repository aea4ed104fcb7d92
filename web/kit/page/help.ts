// How a screen's head opens the help: the shell, which has it, says how.
let open: () => void = () => undefined

export const openHelpBy = (how: typeof open) => {
  open = how
}
export const openHelp = () => open()
