//go:build amd64 || arm64

package backend

import (
	"context"
	"errors"

	"grundy/internal/sandbox"
	"grundy/internal/sandbox/namespaces"
)

// Init must be called first in main and in every TestMain whose tests judge: boxes execute the binary itself.
func Init() { namespaces.Init() }

// Sweep removes what a judge that died left outside its scratch folder, given that folder.
func Sweep(scratch string) { namespaces.Sweep(scratch) }

// Cores gives the processors that slots can be pinned to.
func Cores() []int { return namespaces.Allowed() }

func isolated(ctx context.Context, noCgroup bool, scratch string, first sandbox.Config) (Choice, string, error) {
	host, err := namespaces.New(namespaces.Options{Scratch: scratch, NoCgroup: noCgroup})
	if err != nil {
		return Choice{}, namespaces.Obstacle(err), err
	}
	box, err := host.Open(ctx, first)
	if err != nil {
		return Choice{}, namespaces.Obstacle(err), errors.Join(err, host.Close())
	}
	choice := Choice{Host: &opened{Host: host, config: first, box: box}, Weaker: host.Reason()}
	switch host.Tier() {
	case sandbox.CgroupV1:
		choice.Remedy = "boot with systemd.unified_cgroup_hierarchy=1 for version 2; version 1 judges just as exactly"
	case sandbox.Namespaces:
		choice.Remedy = "mount the control groups memory, cpuacct and pids, or cgroup2, at /sys/fs/cgroup"
	case sandbox.Rootless:
		choice.Remedy = "systemd-run --user --scope -p Delegate=yes grundy …   gives this user a control group of its own"
	}
	return choice, "", nil
}
