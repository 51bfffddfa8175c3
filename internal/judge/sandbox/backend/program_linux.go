//go:build amd64 || arm64

package backend

import (
	"debug/elf"
	"encoding/binary"
	"errors"
	"runtime"
	"slices"
)

// exit is exit_group(0) by architecture: a program that needs nothing from the machine.
var exit = map[string][]byte{
	"amd64": {0x31, 0xff, 0xb8, 0xe7, 0x00, 0x00, 0x00, 0x0f, 0x05},                   // xor edi, edi; mov eax, 231; syscall
	"arm64": {0x00, 0x00, 0x80, 0xd2, 0xc8, 0x0b, 0x80, 0xd2, 0x01, 0x00, 0x00, 0xd4}, // mov x0, #0; mov x8, #94; svc #0
}

var machines = map[string]elf.Machine{"amd64": elf.EM_X86_64, "arm64": elf.EM_AARCH64}

// executable returns an executable of the code for this architecture, with one segment that holds everything.
func executable(code []byte) []byte {
	const address, page = 0x40_0000, 0x1_0000
	header := elf.Header64{
		Type: uint16(elf.ET_EXEC), Machine: uint16(machines[runtime.GOARCH]), Version: uint32(elf.EV_CURRENT), Phnum: 1,
	}
	copy(header.Ident[:], []byte{0x7f, 'E', 'L', 'F', byte(elf.ELFCLASS64), byte(elf.ELFDATA2LSB), byte(elf.EV_CURRENT)})
	segment := elf.Prog64{Type: uint32(elf.PT_LOAD), Flags: uint32(elf.PF_R | elf.PF_X), Vaddr: address, Align: page}
	headers, segments := binary.Size(header), binary.Size(segment)
	header.Ehsize, header.Phentsize, header.Phoff = uint16(headers), uint16(segments), uint64(headers)
	header.Entry = address + uint64(headers+segments)
	segment.Filesz = uint64(headers + segments + len(code))
	segment.Memsz = segment.Filesz
	file, err := binary.Append(nil, binary.LittleEndian, header)
	file, err2 := binary.Append(file, binary.LittleEndian, segment)
	if err := errors.Join(err, err2); err != nil {
		panic(err) // both structs are of fixed size
	}
	return slices.Concat(file, code)
}
