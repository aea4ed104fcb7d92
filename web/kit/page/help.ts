// Opens the help from a screen's header. The help belongs to the shell, which registers here the function that opens it.
let open: () => void = () => undefined

export const openHelpBy = (how: typeof open) => {
  open = how
}
export const openHelp = () => open()
