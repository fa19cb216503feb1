package dev.azulejo.core.device;

import dev.azulejo.core.resource.DepthView;
import dev.azulejo.core.resource.Texture;
import dev.azulejo.core.shader.FragmentBatch;
import dev.azulejo.core.shader.FragmentStage;
import dev.azulejo.core.shader.Kernels;
import dev.azulejo.core.shader.ShaderProgram;
import dev.azulejo.core.shader.VertexBatch;
import dev.azulejo.core.shader.VertexStage;

/**
 * Clip positions (slot 0) and colours (slot 1), mixed with everything else that a fragment stage
 * can read: uniforms, textures and depths of all three groups, samplers, derivatives, facing, place
 * and instance.
 */
final class MixingProgram implements ShaderProgram, VertexStage, FragmentStage {
    private final String name;
    private final float gain;

    MixingProgram(String name, float gain) {
        this.name = name;
        this.gain = gain;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public int varyingCount() {
        return 4;
    }

    @Override
    public int gradientCount() {
        return 1;
    }

    @Override
    public boolean writesCoverage() {
        return true;
    }

    @Override
    public VertexStage vertexStage(Kernels kernels) {
        return this;
    }

    @Override
    public FragmentStage fragmentStage(Kernels kernels) {
        return this;
    }

    @Override
    public int positionAttributes() {
        return 1;
    }

    @Override
    public int varyingAttributes() {
        return 2;
    }

    @Override
    public void positions(VertexBatch batch) {
        for (int i = 0; i < batch.count; i++) {
            batch.clipX[i] = batch.attribute[0][i] + 0.1f * batch.instance * batch.attribute[3][i];
            batch.clipY[i] = batch.attribute[1][i];
            batch.clipZ[i] = batch.attribute[2][i];
            batch.clipW[i] = batch.attribute[3][i];
        }
    }

    @Override
    public void varyings(VertexBatch batch) {
        for (int k = 0; k < 4; k++) {
            System.arraycopy(batch.attribute[4 + k], 0, batch.varying[k], 0, batch.count);
        }
    }

    @Override
    public void cover(FragmentBatch batch) {
        System.arraycopy(batch.varying[3], 0, batch.alpha, 0, batch.count);
    }

    @Override
    public void shade(FragmentBatch batch) {
        float sum = 0;
        for (var group : batch.groups) {
            for (float value : group.uniforms().data()) {
                sum = sum * 0.5f + value;
            }
            // By index: an iterator would be allocated
            for (int k = 0; k < group.samplers().size(); k++) {
                var sampler = group.samplers().get(k);
                sum += sampler.minFilter().ordinal() * 0.013f;
                sum += sampler.mipFilter().ordinal() * 0.017f;
                sum += sampler.addressV().ordinal() * 0.019f;
                sum += sampler.magFilter().ordinal() * 0.11f;
                sum += sampler.addressU().ordinal() * 0.07f;
                sum += sampler.maxAnisotropy() * 0.01f;
            }
        }
        for (int i = 0; i < batch.count; i++) {
            float texel = 0;
            for (var group : batch.groups) {
                for (int k = 0; k < group.textures().size(); k++) {
                    Texture texture = group.textures().get(k);
                    int x = batch.pixelX[i] % texture.width();
                    int y = batch.pixelY[i] % texture.height();
                    texel += (texture.texels()[y * texture.width() + x] & 0xff) / 255f;
                }
                for (int k = 0; k < group.depths().size(); k++) {
                    DepthView view = group.depths().get(k);
                    int x = batch.pixelX[i] % view.width();
                    int y = batch.pixelY[i] % view.height();
                    texel += 0.3f * view.depths()[y * view.width() + x];
                }
            }
            batch.red[i] = gain * (batch.varying[0][i] + sum);
            batch.green[i] = batch.varying[1][i] * 0.5f + texel * 0.5f;
            batch.blue[i] =
                    batch.varying[2][i] * 0.4f
                            + (batch.facing[i] > 0 ? 0.2f : 0)
                            + batch.instance[i] * 0.1f
                            + batch.ddx[0][i];
            batch.alpha[i] = batch.varying[3][i];
        }
    }
}
