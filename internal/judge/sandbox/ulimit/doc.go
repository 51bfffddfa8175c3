// Package ulimit deals with the resource limits that the judge was started with, which programs would inherit. Nobody may
// raise a hard limit but who has CAP_SYS_RESOURCE, so a judge may have to give programs less than it was asked for;
// see setrlimit(2) and the ulimit of shells.
package ulimit
