// Opens the help from a screen's header: the shell, which contains the help, registers how.
let open: () => void = () => undefined

export const openHelpBy = (how: typeof open) => {
  open = how
}
export const openHelp = () => open()
