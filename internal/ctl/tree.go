package ctl

import (
	"context"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// ownRow is the annotation that links a command of the tree to its row of the table.
const ownRow = "row"

// parse reads a command line. The call is nil if cobra has answered itself, which it does when
// a shell asks for completions.
func parse(ctx context.Context, args []string, env *Env, out *printer) (*call, error) {
	var made *call
	root := newTree(func(cmd *cobra.Command, row *command, args []string) *call {
		return &call{ctx: ctx, env: env, root: cmd.Root(), cmd: row, args: args, flags: flagsOf(cmd), out: out}
	}, func(c *call) { made = c })
	root.SetOut(env.Stdout)
	root.SetErr(env.Stderr)
	root.SetArgs(commandFirst(args))
	err := root.ExecuteContext(ctx)
	return made, err
}

// newTree turns the table of commands into cobra's tree. begin makes a row's call, and chosen
// receives the one that the line selects.
func newTree(begin func(*cobra.Command, *command, []string) *call, chosen func(*call)) *cobra.Command {
	root := &cobra.Command{
		Use:               "provenancectl",
		SilenceErrors:     true,
		SilenceUsage:      true,
		CompletionOptions: cobra.CompletionOptions{DisableDefaultCmd: true},
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return unknownCommand(args)
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if version, err := cmd.Flags().GetBool("version"); err != nil || !version {
				return usagef("no command given\n\n%s", overview())
			}
			chosen(begin(cmd, rowNamed("version"), nil))
			return nil
		},
	}
	root.Flags().Bool("version", false, "") // other programs have it too
	addFlags(root.PersistentFlags(), everywhere)
	root.SetFlagErrorFunc(unfitFlag)
	root.SetHelpFunc(func(cmd *cobra.Command, _ []string) {
		about := strings.Fields(cmd.CommandPath())[1:]
		if commandOf(cmd) == nil { // a group: the words after it may be misspelled
			about = append(about, cmd.Flags().Args()...)
		}
		chosen(begin(cmd, rowNamed("help"), about))
	})
	for _, row := range commands {
		cmd := &cobra.Command{
			Annotations: map[string]string{ownRow: row.name},
			Args: func(_ *cobra.Command, args []string) error {
				if len(args) < row.min || len(args) > row.max {
					return usagef("usage: %s", row.usage())
				}
				return nil
			},
			RunE: func(cmd *cobra.Command, args []string) error {
				chosen(begin(cmd, row, args))
				return nil
			},
			ValidArgsFunction: func(cmd *cobra.Command, args []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
				return begin(cmd, row, args).completeArgument(typed)
			},
		}
		addFlags(cmd.Flags(), row.flags)
		for _, name := range row.flags {
			// It only fails for a flag that the command does not have, or that is registered
			// twice.
			_ = cmd.RegisterFlagCompletionFunc(name, func(cmd *cobra.Command, args []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
				return begin(cmd, row, args).completeFlag(name, typed)
			})
		}
		parent := root
		group, name, grouped := strings.Cut(row.name, " ")
		if !grouped {
			name = group
		} else {
			parent = groupIn(root, group)
		}
		cmd.Use, cmd.Short = name, row.brief
		if name == "help" {
			root.SetHelpCommand(cmd)
		} else {
			parent.AddCommand(cmd)
		}
	}
	return root
}

// groupIn is a command that only consists of subcommands, such as "blocked".
func groupIn(root *cobra.Command, name string) *cobra.Command {
	for _, cmd := range root.Commands() {
		if cmd.Name() == name {
			return cmd
		}
	}
	group := &cobra.Command{
		Use:  name,
		Args: func(_ *cobra.Command, args []string) error { return unknownCommand(append([]string{name}, args...)) },
		RunE: func(*cobra.Command, []string) error { return nil }, // Args refuses all lines
	}
	root.AddCommand(group)
	return group
}

func rowNamed(name string) *command {
	i := slices.IndexFunc(commands, func(row *command) bool { return row.name == name })
	if i < 0 {
		return nil
	}
	return commands[i]
}

// commandOf is the row of a command of the tree; nil for the root and for groups.
func commandOf(cmd *cobra.Command) *command { return rowNamed(cmd.Annotations[ownRow]) }

// flagsOf are the flags that the line gives to a command; switches have an empty value.
func flagsOf(cmd *cobra.Command) map[string]string {
	flags := map[string]string{}
	cmd.Flags().Visit(func(f *pflag.Flag) {
		if _, ours := f.Value.(*given); ours {
			flags[f.Name] = f.Value.String()
		}
	})
	return flags
}

// unknownCommand says what is wrong with words that are not a command.
func unknownCommand(words []string) error {
	var names, group []string
	for _, row := range commands {
		first, second, _ := strings.Cut(row.name, " ")
		if !slices.Contains(names, first) {
			names = append(names, first)
		}
		if first == words[0] {
			group = append(group, second)
		}
	}
	switch {
	case group == nil:
		return usagef("unknown command %q%s `provenancectl help` lists them", words[0], suggest(words[0], names))
	case len(words) == 1:
		return usagef("%s needs one of: %s", words[0], strings.Join(group, ", "))
	}
	return usagef("unknown command \"%s %s\"%s %s has: %s", words[0], words[1], suggest(words[1], group), words[0], strings.Join(group, ", "))
}
