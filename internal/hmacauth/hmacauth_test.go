package hmacauth

import (
	"encoding/hex"
	"fmt"
	"os"
	"sync"
	"testing"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/stretchr/testify/require"
)

func TestWycheproof(t *testing.T) {
	var file struct {
		Tests []struct {
			ID      int    `json:"tcId"`
			Comment string `json:"comment"`
			Key     string `json:"key"`
			Msg     string `json:"msg"`
			Tag     string `json:"tag"`
			Result  string `json:"result"`
		} `json:"tests"`
	}
	data, err := os.ReadFile("testdata/wycheproof_hmac_sha256.json")
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(data, &file))
	require.NotEmpty(t, file.Tests)
	for _, v := range file.Tests {
		unhex := func(s string) []byte {
			b, err := hex.DecodeString(s)
			require.NoError(t, err)
			return b
		}
		s, tag := NewSigner(Key(unhex(v.Key))), [32]byte(unhex(v.Tag))
		require.Equal(t, v.Result == "valid", s.Verify(tag, unhex(v.Msg)), "%d %s", v.ID, v.Comment)
		require.Equal(t, v.Result == "valid", s.Sign(unhex(v.Msg)) == tag, "%d %s", v.ID, v.Comment)
	}
}

func TestSignerIsSafeForConcurrentUse(t *testing.T) {
	s := NewSigner(Key{1})
	var wg sync.WaitGroup
	for g := range 4 {
		wg.Go(func() {
			msg := fmt.Appendf(nil, "message %d", g)
			want := NewSigner(Key{1}).Sign(msg)
			for range 200 {
				if !s.Verify(want, msg) {
					t.Error("one signer disturbed another")
					return
				}
			}
		})
	}
	wg.Wait()
}

func TestFresh(t *testing.T) {
	now := time.Unix(1706745600, 999_999_999)
	for timestamp, fresh := range map[string]bool{
		"1706745600":           true,
		"1706745595":           true, // 5 s behind
		"1706745605":           true, // 5 s ahead
		"1706745594":           false,
		"1706745606":           false,
		"0001706745600":        true,
		"0":                    false,
		"9223372036854775807":  false,
		"9223372036854775808":  false,
		"99999999999999999999": false,
		"":                     false,
		"+1706745600":          false,
		"-1":                   false,
		"1706745600.0":         false,
		"0x65badc80":           false,
		"1_706_745_600":        false,
	} {
		err := Fresh(timestamp, now, MaxDrift)
		if fresh {
			require.NoError(t, err, timestamp)
		} else {
			require.ErrorIs(t, err, ErrStale, timestamp)
		}
	}
}

func BenchmarkSigner(b *testing.B) {
	s, msg := NewSigner(Key{1}), make([]byte, 640)
	mac := s.Sign(msg)
	b.ReportAllocs()
	b.SetBytes(int64(len(msg)))
	for b.Loop() {
		if !s.Verify(mac, msg) {
			b.Fatal("not verified")
		}
	}
}
