// Package ulimit deals with the resource limits that the judge was started with, which programs would inherit. Only a
// process with CAP_SYS_RESOURCE may raise a hard limit, so a judge may have to give programs less than the user asked for;
// see setrlimit(2) and the ulimit of shells.
package ulimit
