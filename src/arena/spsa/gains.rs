//! How far a trial moves the parameters, and how far its result moves them.

use super::parameter::TunedParameter;

/// How fast the perturbation falls with the number of the trial, and how fast
/// the gain does: the values that Spall recommends.
const GAMMA: f64 = 0.101;
const ALPHA: f64 = 0.602;
/// The first gains are kept from being too large by counting the trials from
/// this share of them on.
const STABILITY: f64 = 0.1;

/// The sequences of a tune of `trials` trials.
#[derive(Clone, Copy, Debug)]
pub struct Gains {
    /// How many trials the tune has in all.
    pub trials: u64,
}

impl Gains {
    /// How far a parameter is moved up or down in trial `number`, counted from
    /// zero. In the last trial it is the parameter's step.
    pub fn perturbation(&self, parameter: &TunedParameter, number: u64) -> f64 {
        parameter.step * (self.trials as f64 / (number + 1) as f64).powf(GAMMA)
    }

    /// How far a parameter goes for each point that one side of the trial is
    /// ahead. In the last trial it is the rate times the step.
    pub fn gain(&self, parameter: &TunedParameter, number: u64) -> f64 {
        let offset = STABILITY * self.trials as f64;
        let decay = (offset + self.trials as f64) / (offset + (number + 1) as f64);
        let square = parameter.rate * parameter.step.powi(2) * decay.powf(ALPHA);
        square / self.perturbation(parameter, number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_trial_has_the_step_and_the_rate() {
        let parameter = TunedParameter { step: 7.0, rate: 0.002, ..TunedParameter::example() };
        let gains = Gains { trials: 20_000 };
        assert!((gains.perturbation(&parameter, 19_999) - 7.0).abs() < 1e-9);
        assert!((gains.gain(&parameter, 19_999) - 0.014).abs() < 1e-9);
        for number in [0, 10, 9_999] {
            assert!(gains.perturbation(&parameter, number) > 7.0);
            assert!(gains.gain(&parameter, number) > gains.gain(&parameter, 19_999));
        }
    }
}
