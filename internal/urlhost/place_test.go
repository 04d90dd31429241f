package urlhost

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/provenanced/provenanced/internal/linear"
)

func TestPlaceOf(t *testing.T) {
	for place, addresses := range map[Place]string{
		Machine: "127.0.0.1 127.1 127.8.9.10 2130706433 0x7f000001 0x7f.1 017700000001 0177.0.0.1 0 0.0.0.0 [::1] [::] [0:0:0:0:0:0:0:1] [::ffff:127.0.0.1] [::ffff:7f00:1] " +
			"[::127.0.0.1] [64:ff9b::7f00:1] [2002:7f00:1::] localhost LOCALHOST localhost. foo.localhost a.b.localhost localhost.localdomain ip6-localhost " +
			"127.0.0.1.nip.io foo.127.0.0.1.nip.io 127-0-0-1.nip.io 7f000001.nip.io 0--1.sslip.io 127.0.0.1.evil.example app-127-0-0-1.evil.example " +
			"make-127-0-0-1-rr.1u.ms 7f000001.c0a80001.rbndr.us localtest.me x.lvh.me 127%2e0.0.1 １２７.０.０.１ ①②⑦.⓪.⓪.① loc%61lhost",
		Link: "169.254.169.254 169.254.0.1 2852039166 0xa9fea9fe 0251.0376.0251.0376 0xa9.0xfe.0xa9.0xfe 169.254.43518 [::ffff:169.254.169.254] [::ffff:a9fe:a9fe] [fe80::1] " +
			"[fd00:ec2::254] [64:ff9b::a9fe:a9fe] [2002:a9fe:a9fe::1] metadata.google.internal metadata 169.254.169.254.nip.io a9fea9fe.nip.io 169-254-169-254.sslip.io " +
			"100.100.100.200 168.63.129.16 192.0.0.192 instance-data",
		Network: "10.0.0.1 10.1 172.16.0.1 172.31.255.255 192.168.1.1 192.168.257 3232235777 100.64.0.1 198.18.0.1 224.0.0.1 255.255.255.255 [fc00::1] [fd12::1] [fec0::1] [ff02::1] " +
			"router nas printer.local x.internal ip-10-0-0-1.ec2.internal host.docker.internal api.default.svc db.svc.cluster.local box.lan box.home.arpa 192-168-1-1.example.com 10.0.0.1.sslip.io",
		World: "example.com 1.1.1.1 8.8.8.8 172.15.0.1 172.32.0.1 192.169.0.1 169.253.0.1 100.128.0.1 128.0.0.1 [2606:4700::1111] [::ffff:8.8.8.8] [2002:808:808::] " +
			"ec2-54-12-3-4.compute.amazonaws.com mylocalhost.com localhost.example.com internal.example.com 8.8.8.8.nip.io 1.2.3.example.com 2026-11-30.example.com 3-10-0-0.example.com " +
			"deadbeef.example.com internal-tools.example.com",
	} {
		for address := range strings.FieldsSeq(addresses) {
			hosts, ok := Of("http://" + address + "/latest/")
			require.True(t, ok, address)
			require.Len(t, hosts, 1, address)
			require.Equal(t, place, PlaceOf(hosts[0]), "%s, which is %s", address, hosts[0])
		}
	}
	require.Equal(t, Unread, PlaceOf(""))
}

func TestPlaceOfIsLinear(t *testing.T) {
	linear.Require(t, 16<<10, func(size int) { PlaceOf(strings.Repeat("1-", size/2) + ".example.com") })
}
