package dev.azulejo.scene.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/** Codes small enough to be written down by hand; all others are in {@link Etc1sDecoderTest}. */
class BasisCodeTest {
    private static void refused(String why, ThrowingCallable what) {
        assertThatThrownBy(what)
                .isInstanceOf(ImageFormatException.class)
                .hasMessage("KTX2 is corrupt: " + why);
    }

    /** Bits of numbers, {@code value, bits} each. */
    private static BasisBits bits(int... numbers) {
        long all = 0;
        int count = 0;
        for (int i = 0; i < numbers.length; i += 2) {
            all |= (long) numbers[i] << count;
            count += numbers[i + 1];
        }
        byte[] data = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putLong(all).array();
        return new BasisBits(data, 0, (count + 7) / 8);
    }

    /** Codes are 0 for C, 10 for A, 110 for B and 111 for D, read from the left. */
    @Test
    void codesFollowFromLengths() throws Exception {
        var code = new BasisCode(new byte[] {2, 3, 1, 3});
        BasisBits in = bits(0b01, 2, 0b111, 3, 0, 1, 0b011, 3, 0, 1);
        for (int symbol : new int[] {0, 3, 2, 1, 2}) {
            assertThat(code.next(in)).isEqualTo(symbol);
        }
    }

    /** Sixteen bits is as long as codes may be; ten is what one look finds. */
    @Test
    void longCodesAreFound() throws Exception {
        byte[] lengths = new byte[17];
        for (int i = 0; i < 16; i++) {
            lengths[i] = (byte) (i + 1);
        }
        lengths[16] = 16;
        var code = new BasisCode(lengths);
        for (int symbol = 0; symbol < 17; symbol++) {
            int ones = (1 << symbol) - 1;
            assertThat(code.next(bits(ones, Math.min(symbol + 1, 16)))).isEqualTo(symbol);
        }
    }

    @Test
    void codesThatCannotBeAreRefused() throws Exception {
        for (byte[] lengths : new byte[][] {{1, 1, 1}, {1, 2, 2, 16}}) {
            refused("too many codes of Basis", () -> new BasisCode(lengths));
        }
        var one = new BasisCode(new byte[] {0, 1});
        assertThat(one.next(bits(0, 1))).isEqualTo(1);
        refused("a code of Basis that nothing has", () -> one.next(bits(1, 1)));
        refused("a part of Basis ends too soon", () -> one.next(bits()));
        refused("22 codes of Basis", () -> BasisCode.read(bits(4, 14, 22, 5)));
    }

    /** Codes of lengths: 0 for the length 0, 1 for three to six times the length before. */
    @Test
    void onlyLengthsThatAreCanComeAgain() {
        int[] head = {4, 14, 5, 5, 0, 3, 0, 3, 1, 3, 0, 3, 1, 3};
        for (int[] rest : new int[][] {{1, 1, 0, 2}, {0, 1, 1, 1, 0, 2}}) {
            int[] all = Arrays.copyOf(head, head.length + rest.length);
            System.arraycopy(rest, 0, all, head.length, rest.length);
            refused("lengths of Basis's codes", () -> BasisCode.read(bits(all)));
        }
    }

    @Test
    void numbersOfGroupsEnd() throws Exception {
        assertThat(bits(0b1_0011, 5, 0b0_0101, 5).readGroups(4)).isEqualTo(0x53);
        byte[] ones = new byte[12];
        Arrays.fill(ones, (byte) -1);
        for (int group : new int[] {4, 7}) {
            refused(
                    "a number of Basis has no end",
                    () -> new BasisBits(ones, 0, ones.length).readGroups(group));
        }
        byte[] large = {-128, -128, -128, -128, 4};
        assertThat(new BasisBits(large, 0, 5).readGroups(7)).isEqualTo(1 << 30);
        large[4] = 5;
        refused("a number of Basis has no end", () -> new BasisBits(large, 0, 5).readGroups(7));
    }
}
