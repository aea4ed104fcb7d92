// A button that leads to a page of this app, whose path is given with its query.
import { Button, type ButtonProps } from '@mantine/core'
import { Link } from '../router/Pages.tsx'

export const LinkButton = (button: ButtonProps & { to: string }) => <Button component={Link} {...button} />
